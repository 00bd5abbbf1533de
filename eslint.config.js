import tseslint from 'typescript-eslint';

const environment = [
  { object: 'process', property: 'exit', message: 'Only src/cli may end the process.' },
  { object: 'process', property: 'env', message: 'Only src/cli reads the environment.' },
];

/** Layers are checked by what is imported; these need no import. */
const SYSTEM = ['process', 'Buffer', 'fetch', 'setTimeout', 'setInterval', 'setImmediate'].map(
  (name) => ({ name, message: 'A pure room touches no system.' }),
);

const PURE_ROOMS = [
  'src/{facts,formats,lock,model,text}/**',
  'src/engine/{units,segments,compare,plan}/**',
];

export default tseslint.config(
  {
    ignores: [
      'dist',
      'coverage',
      'examples',
      '.ci',
      'src/service/translate/language-weights.ts',
      '**/fixtures/**',
      '**/*.js',
      '**/*.mjs',
      '**/*.cjs',
    ],
  },
  ...tseslint.configs.strictTypeChecked,
  {
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/no-unnecessary-condition': [
        'error',
        { allowConstantLoopConditions: 'only-allowed-literals' },
      ],
      eqeqeq: 'error',
      'no-console': 'error',
      'no-restricted-properties': ['error', ...environment],
      'no-restricted-syntax': [
        'error',
        {
          selector: ':matches(PropertyDefinition, MethodDefinition)[accessibility]',
          message: 'Private members are written #name; everything else is public.',
        },
      ],
    },
  },
  {
    files: PURE_ROOMS,
    ignores: ['src/lock/hash.ts'],
    rules: { 'no-restricted-globals': ['error', ...SYSTEM] },
  },
  {
    files: ['src/cli/**', 'test/**', 'bench/**', 'scripts/**'],
    rules: { 'no-console': 'off', 'no-restricted-properties': 'off' },
  },
  {
    files: ['test/**', 'bench/**', 'scripts/**'],
    rules: { '@typescript-eslint/no-non-null-assertion': 'off' },
  },
);
