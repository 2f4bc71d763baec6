/** The part of subset-font that scripts/subset-fonts.ts uses; the package has no types. */
declare module 'subset-font' {
  type Axis = number | { min: number; max: number }

  export default function subsetFont(
    font: Buffer,
    text: string,
    options: {
      targetFormat: 'woff2'
      variationAxes: Readonly<Record<string, Axis>>
      keepFeatures: readonly string[]
      noHinting: boolean
      preserveNameIds: readonly number[]
    },
  ): Promise<Buffer>
}
