/** The cookie that says only that this browser has signed in: public pages then link to the admin. */
export const signedInHint = 'site.signed-in';
