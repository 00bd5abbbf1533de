/** Without its look at the operating system: globs and paths are written with `/` everywhere. */
declare module 'picomatch/posix.js' {
  interface Options {
    readonly dot?: boolean;
    readonly nobrace?: boolean;
    readonly nobracket?: boolean;
    readonly noextglob?: boolean;
    readonly nonegate?: boolean;
    /** Flags of the regular expression. */
    readonly flags?: string;
  }

  function picomatch(globs: string[], options: Options): (path: string) => boolean;

  export default picomatch;
}
