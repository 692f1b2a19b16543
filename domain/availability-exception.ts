/** off: no session begins or goes on in it. extra: sessions may begin on its whole hours. */
export const exceptionKinds = ['off', 'extra'] as const;
export type ExceptionKind = (typeof exceptionKinds)[number];
