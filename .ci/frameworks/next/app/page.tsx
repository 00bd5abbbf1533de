import de from '../src/locales/de.json';

export default function Page() {
  return <h1>{de.title}</h1>;
}
