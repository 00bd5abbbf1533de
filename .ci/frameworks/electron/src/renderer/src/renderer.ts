import de from '../../locales/de.json';

document.title = de.title;
