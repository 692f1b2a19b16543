/** The forms that leads come from, as stored in `source`. */
export const leadSources = {
  course: 'Course Purchase Inquiry',
  blueprint: 'Blueprint Purchase Inquiry',
  contact: 'Contact Form Submission',
} as const;
