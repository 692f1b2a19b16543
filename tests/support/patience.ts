/**
 * How long is waited for anything, in milliseconds. Only a fault takes as long: what is waited for is
 * a condition, on a machine of any speed, also one that stands still for a minute because others have
 * its processors.
 */
export const patience = {
  /** For a whole test, and for what stands before and after it. */
  test: 600_000,
  /** For one condition to come true. */
  condition: 180_000,
};
