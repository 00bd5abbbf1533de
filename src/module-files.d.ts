// What the build and the tests make of such an import: the address of a file of its own, bundled
// for Node, to be run in a thread.
declare module '*?module' {
  const address: string;
  export default address;
}
