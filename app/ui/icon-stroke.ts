/** How wide the lines of an icon are, of the 24 that it measures. */
export const iconStroke = 1.75;
