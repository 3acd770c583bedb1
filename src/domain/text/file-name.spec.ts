import { fileName } from './file-name.js';

const MADE = new Date('2026-11-30T23:59:00Z');

it.each([
  [['Honey bees', 'pages'], 'Honey-bees-pages-2026-11-30.csv'],
  [['  a/b\\c:d*e?"f<g>h|i\u0000\u202Ej ', 'pages'], 'a-b-c-d-e-f-g-h-ij-pages-2026-11-30.csv'],
  [['../..', 'Node.js & C++ (v2)...', 'x'], 'Node.js-C-v2-x-2026-11-30.csv'],
  [['CON', 'domains'], 'CON-domains-2026-11-30.csv'],
  [['蜜蜂', 'Käse', 'परियोजना'], '蜜蜂-Käse-परियोजना-2026-11-30.csv'],
  [['🐝', ''], '2026-11-30.csv'],
  [['蜂'.repeat(200), 'a'.repeat(200)], `${'蜂'.repeat(20)}-${'a'.repeat(60)}-2026-11-30.csv`],
])('%j', (parts, expected) => expect(fileName(parts, MADE, 'csv')).toBe(expected));
