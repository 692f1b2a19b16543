/**
 * How many years the tax law asks for the records of sales. An erasure leaves the date, number and amount of
 * what was paid.
 */
export const recordYears = 5;
