/** Loads language detection on first use, because its tables are large. */
export const openDetection = () => import('./detect.js');
