export {
  challengeForm,
  codeForm,
  describeSecondStep,
  type FactorKinds,
  linkForm,
  linkRefused,
  mailForm,
  mailRequestedTexts,
  newPasswordForm,
  passwordConfirmation,
  type SessionLevel,
  sessionLevels,
  setUpForm,
  setUpLinkRefused,
  signInForm,
  signUpClosed,
} from './account.ts';
export { adminPath, loginPath, safeNextPath, signInPath, startPath } from './next-path.ts';
export { signedInHint } from './signed-in-hint.ts';
