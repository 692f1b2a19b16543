import { expect, it } from 'vitest';
import { differingPart } from './differing-part.ts';

it.each([
  ['a', 'b', 'a', 'b'],
  ['', 'b', '', 'b'],
  ['1\n2\n3\nx\n4\n5\n6', '1\n2\n3\ny\nz\n4\n5\n6', '…\n3\nx\n4\n…', '…\n3\ny\nz\n4\n…'],
  ['x\n1\n2', 'y\n1\n2', 'x\n1\n…', 'y\n1\n…'],
  ['1\n2\nx', '1\n2', '…\n2\nx', '…\n2'],
  ['1\n1', '1\n1\n1', '…\n1', '…\n1\n1'],
])('of %j and %j it is %j and %j', (mine, theirs, myPart, theirPart) => {
  expect(differingPart(mine, theirs)).toEqual({ mine: myPart, theirs: theirPart });
});
