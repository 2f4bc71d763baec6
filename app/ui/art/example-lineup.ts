/** An example line-up for pictures: six of 2025 that its budget pays for, in as many colours as there are. */
export const exampleLineup = [
  { code: 'AT', country: 'Austria' },
  { code: 'UA', country: 'Ukraine' },
  { code: 'IT', country: 'Italy' },
  { code: 'EE', country: 'Estonia' },
  { code: 'LT', country: 'Lithuania' },
  { code: 'GR', country: 'Greece' },
] as const
