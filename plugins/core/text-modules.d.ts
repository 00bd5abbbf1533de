// What the build and the tests make of such an import: TypeScript bundled for browsers, anything
// else as it is.
declare module '*?text' {
  const text: string;
  export default text;
}
