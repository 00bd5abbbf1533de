const texts = { title: 'Titel' };
const t = (key) => texts[key];
console.log(t('title'));
