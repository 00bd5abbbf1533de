/** A plural formula: the form's index for a number; NaN for a division by zero. */
export type Formula = (n: number) => number;

type Binary = (a: number, b: number) => number;

/** C operators by precedence, lowest first. */
const LEVELS: readonly (readonly (readonly [string, Binary])[])[] = [
  [['||', (a, b) => (a !== 0 || b !== 0 ? 1 : 0)]],
  [['&&', (a, b) => (a !== 0 && b !== 0 ? 1 : 0)]],
  [
    ['==', (a, b) => (a === b ? 1 : 0)],
    ['!=', (a, b) => (a !== b ? 1 : 0)],
  ],
  [
    ['<=', (a, b) => (a <= b ? 1 : 0)],
    ['>=', (a, b) => (a >= b ? 1 : 0)],
    ['<', (a, b) => (a < b ? 1 : 0)],
    ['>', (a, b) => (a > b ? 1 : 0)],
  ],
  [
    ['+', (a, b) => a + b],
    ['-', (a, b) => a - b],
  ],
  [
    ['*', (a, b) => a * b],
    ['/', (a, b) => (b === 0 ? NaN : Math.trunc(a / b))],
    ['%', (a, b) => (b === 0 ? NaN : a % b)],
  ],
];

const TOKEN = /\s*(\d{1,9}|n|\|\||&&|[=!<>]=|[-+*/%<>!?:()])/y;
const LONGEST = 2000;
const DEEPEST = 100;

/** The expression of `plural=`; undefined if gettext cannot read it. */
export function parseFormula(expression: string): Formula | undefined {
  const tokens = tokensOf(expression);
  if (tokens === undefined) return undefined;
  const parser = new Parser(tokens);
  const formula = parser.choice(0);
  return parser.isAtEnd ? formula : undefined;
}

function tokensOf(expression: string): readonly string[] | undefined {
  const text = expression.trim();
  if (text.length > LONGEST) return undefined;
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const token = TOKEN.exec(text)?.[1];
    if (token === undefined) return undefined;
    tokens.push(token);
  }
  return tokens;
}

/** Each method returns undefined for an invalid expression. */
class Parser {
  readonly #tokens: readonly string[];
  #at = 0;

  constructor(tokens: readonly string[]) {
    this.#tokens = tokens;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#tokens.length;
  }

  choice(depth: number): Formula | undefined {
    if (depth > DEEPEST) return undefined;
    const test = this.#binary(0, depth);
    if (test === undefined || !this.#take('?')) return test;
    const yes = this.choice(depth + 1);
    if (yes === undefined || !this.#take(':')) return undefined;
    const no = this.choice(depth + 1);
    if (no === undefined) return undefined;
    return (n) => {
      const said = test(n);
      return Number.isNaN(said) ? NaN : said === 0 ? no(n) : yes(n);
    };
  }

  #binary(level: number, depth: number): Formula | undefined {
    const operators = LEVELS[level];
    if (operators === undefined) return this.#single(depth);
    let left = this.#binary(level + 1, depth);
    while (left !== undefined) {
      const found = operators.find(([name]) => this.#take(name));
      if (found === undefined) return left;
      const right = this.#binary(level + 1, depth);
      left = right === undefined ? undefined : joined(left, right, found);
    }
    return undefined;
  }

  #single(depth: number): Formula | undefined {
    const token = this.#tokens[this.#at];
    this.#at += 1;
    if (token === 'n') return (n) => n;
    if (token === '!') {
      const inner = depth > DEEPEST ? undefined : this.#single(depth + 1);
      return inner && ((n) => (inner(n) === 0 ? 1 : 0));
    }
    if (token === '(') {
      const inner = this.choice(depth + 1);
      return inner !== undefined && this.#take(')') ? inner : undefined;
    }
    if (token === undefined || !/^\d/.test(token)) return undefined;
    const value = Number(token);
    return () => value;
  }

  #take(token: string): boolean {
    if (this.#tokens[this.#at] !== token) return false;
    this.#at += 1;
    return true;
  }
}

function joined(left: Formula, right: Formula, [name, join]: readonly [string, Binary]): Formula {
  if (name === '||') return (n) => (left(n) !== 0 || right(n) !== 0 ? 1 : 0);
  if (name === '&&') return (n) => (left(n) !== 0 && right(n) !== 0 ? 1 : 0);
  return (n) => {
    const [a, b] = [left(n), right(n)];
    return Number.isNaN(a) || Number.isNaN(b) ? NaN : join(a, b);
  };
}
