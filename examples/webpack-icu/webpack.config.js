import { LocaleSyncPlugin } from 'locale-sync/webpack';

export default {
  mode: 'development',
  context: import.meta.dirname,
  entry: './src/main.js',
  output: { path: `${import.meta.dirname}/dist` },
  devServer: { static: import.meta.dirname, devMiddleware: { publicPath: '/dist' } },
  // In CI this checks and writes nothing, as CI is not said too (`ci: true`).
  plugins: [new LocaleSyncPlugin({ mode: 'sync' })],
};
