export const seeds = [
  '0:00:01.000,0:00:02.000\n>> One,\n\n0:00:02.000,0:00:03.500\ntwo and\nthree.\n\n0:00:05.000,0:00:06.000\nFour.\n',
];
