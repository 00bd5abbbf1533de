// Resolved by the build and the tests: TypeScript is bundled for browsers, anything else is
// unchanged.
declare module '*?text' {
  const text: string;
  export default text;
}
