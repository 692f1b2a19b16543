import type { Rule, Scope } from 'eslint';
import type { Node } from 'estree';
import { tooNewGlobals, tooNewMethods, tooNewStatics } from './too-new.ts';

/** Returns the functions around a node, innermost first, and the program. */
const scopesOf = (ancestors: Node[]): Node[] =>
  ancestors.filter(({ type }) => type === 'Program' || type.includes('Function')).reverse();

function isCalled(node: Rule.Node): boolean {
  const { parent } = node;
  return parent?.type === 'CallExpression' && !parent.optional && parent.callee === node;
}

/**
 * Reports web APIs that a supported browser lacks, by MDN's data. Naming one without calling it, as
 * in `if (!x.showPopover) return` or `'x' in window`, guards its function and nested ones;
 * `x.showPopover?.()` needs no guard.
 */
export const noNewerWebApi: Rule.RuleModule = {
  meta: { type: 'problem', schema: [] },
  create({ sourceCode, report }) {
    const uses: { name: string; node: Node; scopes: Node[] }[] = [];
    const guards = new Map<Node, Set<string>>();
    const addUse = (name: string, node: Node) =>
      uses.push({ name, node, scopes: scopesOf(sourceCode.getAncestors(node)) });
    const addGuard = (name: string, node: Node) => {
      const [own] = scopesOf(sourceCode.getAncestors(node));
      if (own) guards.set(own, (guards.get(own) ?? new Set()).add(name));
    };
    const addGlobal = ({ identifier }: Scope.Reference) => {
      const node = identifier as Rule.Node;
      if (!tooNewGlobals.has(identifier.name)) return;
      const isGuard = node.parent?.type === 'UnaryExpression' && node.parent.operator === 'typeof';
      (isGuard ? addGuard : addUse)(identifier.name, node);
    };
    return {
      MemberExpression(node) {
        if (node.computed || node.property.type !== 'Identifier') return;
        const { name } = node.property;
        const owner = node.object.type === 'Identifier' ? node.object.name : '';
        const isTooNew = tooNewStatics.has(`${owner}.${name}`) || tooNewMethods.has(name);
        if (isTooNew && isCalled(node)) addUse(name, node);
        else addGuard(name, node);
      },
      BinaryExpression({ operator, left }) {
        if (operator === 'in' && left.type === 'Literal') addGuard(String(left.value), left);
      },
      'Program:exit'(program) {
        sourceCode.getScope(program).through.forEach(addGlobal);
        for (const { name, node, scopes } of uses) {
          if (scopes.some((scope) => guards.get(scope)?.has(name))) continue;
          report({ node, message: `A supported browser lacks ${name}.` });
        }
      },
    };
  },
};
