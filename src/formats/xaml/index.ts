import { keyedCodec } from '../kit/xml/keyed.js';
import { localName } from '../kit/xml/scope.js';
import { about } from './about.js';

/** Dictionaries of texts for WPF, Avalonia and .NET MAUI: `<system:String x:Key="…">`. */
export const xaml = keyedCodec({
  ...about,
  ...{ root: 'ResourceDictionary', what: 'a resource dictionary', keyed: 'x:Key', tag: 'x:String' },
  folds: true,
  isText: ({ name }) => localName(name) === 'String',
});
