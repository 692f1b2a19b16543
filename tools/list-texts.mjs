// Plain JavaScript for Node 20 or newer.
// npm run texts: prints every user-visible text of the site, its emails and its commands, as
// file:line and text. `npm run texts src/features/accounts` prints a part.
import { readdirSync, readFileSync } from 'node:fs';
import { parseSync } from 'vite';

const folders = ['content', 'src', 'tools'];
const isSource = /\.(tsx?|mjs)$/;
const notRead = /(\.test\.tsx?|\.d\.ts|schema\.ts)$|^src\/platform\/db\/|\/(queries|snapshot)\//;
/** Attributes and properties that contain code. */
const codeNames =
  /^(class(Name|Names)?|d|viewBox|sizes|media|styles?|rel|type|pattern|trans(ition|form)|selector|href|src|to|key|id|name|htmlFor|fill|stroke)$/i;
const codeCalls = /^(classNames|querySelector(All)?|closest|matches|sql|RegExp|setAttribute)$/;
/** Attributes and properties that contain texts, even single words. */
const textNames =
  /^(label|title|description|detail|alt|placeholder|hint|help|heading|subtitle|text|words?|aria.?label)$/i;
const sqlStart = /^(select|insert|update|delete|create|alter|with|vacuum|set) .*[_"()=]/i;
const codeWord = /[a-z][-:[/][a-z0-9[]|[{};=<>]/i;

/**
 * Returns whether a string is a text: words with spaces, or one capitalised word, but no class list
 * or query.
 */
function isText(text, name) {
  if (!/[A-Za-z]{2}/.test(text) || sqlStart.test(text)) return false;
  const words = text.split(' ');
  if (textNames.test(name)) return words.length > 1 || /^[A-Z]/.test(text);
  if (words.length === 1) return /^[A-Z][a-z]+[.!?]?$/.test(text);
  return words.filter((word) => codeWord.test(word)).length * 2 < words.length;
}

const isSum = ({ type, operator }) => type === 'BinaryExpression' && operator === '+';

/** Returns the text of a node, with {…} for inserted values. */
function textOf(node) {
  switch (node.type) {
    case 'JSXText':
      return node.value;
    case 'Literal':
      return typeof node.value === 'string' ? node.value : '';
    case 'TemplateLiteral':
      return node.quasis.map(({ value }) => value.cooked ?? '').join('{…}');
    case 'BinaryExpression':
      return textOf(node.left) + textOf(node.right);
    case 'JSXExpressionContainer':
      return textOf(node.expression) || '{…}';
    case 'JSXElement':
    case 'JSXFragment':
      return node.children.map(textOf).join('') || '{…}';
    default:
      return '';
  }
}

const isCode = (node, name) =>
  /^(Import|ExportAll|TaggedTemplate)/.test(node.type) ||
  (/^(JSXAttribute|Property)$/.test(node.type) && codeNames.test(name)) ||
  (node.type === 'CallExpression' &&
    codeCalls.test(node.callee.property?.name ?? node.callee.name ?? ''));

const nameOf = ({ type, name, key }) =>
  type === 'JSXAttribute' ? name.name : type === 'Property' ? (key.name ?? key.value) : undefined;

/**
 * Calls `found` with the position and the content of each text in a node. `outer` is the name of
 * its property.
 */
function walk(node, outer, found) {
  if (Array.isArray(node)) {
    for (const child of node) walk(child, outer, found);
    return;
  }
  if (typeof node?.type !== 'string') return;
  // `satisfies` and `as` nodes have a type as well as the expression.
  if (node.type.startsWith('TS')) return walk(node.expression, outer, found);
  const name = String(nameOf(node) ?? outer);
  if (isCode(node, name)) return;
  const isSentence = node.children?.some(({ type, value }) => type === 'JSXText' && value.trim());
  if (isSentence || isSum(node) || /^(Literal|TemplateLiteral)$/.test(node.type)) {
    const text = textOf(node).replace(/\s+/g, ' ').trim();
    if (isText(text, isSentence ? 'text' : name)) found(node.start, text);
  }
  for (const child of Object.values(node)) if (child instanceof Object) walk(child, name, found);
}

const listFiles = (folder) =>
  readdirSync(folder, { recursive: true }).map((name) => `${folder}/${name}`);

for (const file of folders.flatMap(listFiles).sort()) {
  if (!isSource.test(file) || notRead.test(file) || !file.startsWith(process.argv[2] ?? ''))
    continue;
  const source = readFileSync(file, 'utf8');
  const texts = new Map();
  walk(parseSync(file, source).program, '', (start, text) => {
    if (!texts.has(text)) texts.set(text, source.slice(0, start).split('\n').length);
  });
  for (const [text, line] of texts) console.log(`${file}:${line}\t${text}`);
}
