import { createRoot } from 'react-dom/client';
import { useTranslation } from 'react-i18next';
import './i18n';

function App() {
  const { t } = useTranslation();
  return <h1>{t('title')}</h1>;
}

createRoot(document.getElementById('root')!).render(<App />);
