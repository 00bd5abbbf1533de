import type { NextConfig } from 'next';
import { withLocaleSync } from 'locale-sync/next';

const config: NextConfig = {};
export default withLocaleSync(config);
