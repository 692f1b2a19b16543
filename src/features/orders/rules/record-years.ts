/**
 * For how many years the tax law requires records of sales. An erasure keeps the date, number and amount
 * of what was paid.
 */
export const recordYears = 5;
