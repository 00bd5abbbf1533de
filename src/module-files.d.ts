// What the build and the tests make of such an import: the address of a file of its own, bundled
// for Node, to be run in a thread.
declare module '*?module' {
  const address: string;
  export default address;
}

// The review page, built as one file: `import address from './review.html?page'` gives its address.
declare module '*?page' {
  const address: string;
  export default address;
}
