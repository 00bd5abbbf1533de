/** Language detection: its tables are large, so that they load when a text needs them. */
export const openDetection = () => import('./detect.js');
