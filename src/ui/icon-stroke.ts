/** The stroke width of icons, in their 24 × 24 grid. */
export const iconStroke = 1.75;
