/** An example line-up for pictures: six countries of 2025 within the budget, with flags of many colours. */
export const exampleLineup = [
  { code: 'AT', country: 'Austria' },
  { code: 'UA', country: 'Ukraine' },
  { code: 'IT', country: 'Italy' },
  { code: 'EE', country: 'Estonia' },
  { code: 'LT', country: 'Lithuania' },
  { code: 'GR', country: 'Greece' },
] as const
