export const seeds = [
  '---\ntitle: A\n---\n\n# B {#b}\n\nc **d** `e`\nf\n\n- g\n  > h\n\n| i | j |\n| - | - |\n| k | l |\n',
  '::: tip T\nu\n:::\n\n!!! note "v"\n    w\n\n> [!NOTE]\n> x\n\n```js\ny\n```\n\n<div>\n\nz[^1]\n\n[^1]: a\n',
];
