// The build and the tests turn such an import into the address of a separate file, bundled for
// Node, to be run in a thread.
declare module '*?module' {
  const address: string;
  export default address;
}

// The review page, built as one file: `import address from './review.html?page'` returns its
// address.
declare module '*?page' {
  const address: string;
  export default address;
}
