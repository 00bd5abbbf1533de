import tseslint from 'typescript-eslint';

const environment = [
  { object: 'process', property: 'exit', message: 'Only src/cli may end the process.' },
  { object: 'process', property: 'env', message: 'Only src/cli reads the environment.' },
];

export default tseslint.config(
  {
    ignores: ['dist', 'coverage', 'examples', '**/fixtures/**', '**/*.js', '**/*.mjs', '**/*.cjs'],
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
    },
  },
  {
    files: ['src/**', 'plugins/**'],
    rules: {
      'max-lines': ['error', { max: 400, skipBlankLines: true, skipComments: true }],
      'max-lines-per-function': ['error', { max: 90, skipBlankLines: true, skipComments: true }],
      'max-params': ['error', 4],
    },
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
