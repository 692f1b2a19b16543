export { Captcha, CaptchaContext } from './captcha.tsx';
