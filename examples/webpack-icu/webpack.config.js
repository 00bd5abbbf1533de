import { LocaleSyncPlugin } from 'locale-sync/webpack';

export default {
  mode: 'development',
  context: import.meta.dirname,
  entry: './src/main.js',
  output: { path: `${import.meta.dirname}/dist` },
  devServer: {
    // Not watched: catalogs lie in it, and each saved one would load the page anew instead of replacing its text.
    static: { directory: import.meta.dirname, watch: false },
    devMiddleware: { publicPath: '/dist' },
  },
  // In CI this checks and writes nothing, as CI is not said too (`ci: true`).
  // An open text stops a build; `webpack serve` goes on, as an error would keep every other change from the page.
  plugins: [
    new LocaleSyncPlugin({
      mode: 'sync',
      onProblem: process.env.WEBPACK_SERVE ? 'warn' : 'error',
    }),
  ],
};
