declare module 'fontverter' {
  const fontverter: { convert(font: Buffer, to: 'sfnt'): Promise<Buffer> };
  export default fontverter;
}
