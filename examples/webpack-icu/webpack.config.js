import { LocaleSyncPlugin } from 'locale-sync/webpack';

export default {
  mode: 'development',
  context: import.meta.dirname,
  entry: './src/main.js',
  output: { path: `${import.meta.dirname}/dist` },
  devServer: {
    // Not watched: this folder has the catalogs. Each saved one would reload the page.
    static: { directory: import.meta.dirname, watch: false },
    devMiddleware: { publicPath: '/dist' },
  },
  // In CI this only checks and writes nothing, because `ci: true` is not set.
  // An open text stops a build. `webpack serve` continues: an error would keep every other change
  // from the page.
  plugins: [
    new LocaleSyncPlugin({
      mode: 'sync',
      onProblem: process.env.WEBPACK_SERVE ? 'warn' : 'error',
    }),
  ],
};
