export const seeds = [
  '; a note\nHELLO="Hello, %s \\"you\\""\nBYE = Bye\n\n[menu]\nopen: Open\n  it all\n# x = y\nclose=Close\nno pair\n',
];
