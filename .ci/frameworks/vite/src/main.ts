import { onUpdate } from 'virtual:locale-sync/live';
import de from './locales/de.json';

const heading = document.createElement('h1');
heading.textContent = de.title;
document.body.append(heading);
onUpdate(({ messages }) => (heading.textContent = String(messages['title'])));
