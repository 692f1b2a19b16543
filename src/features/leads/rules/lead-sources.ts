/** Where a lead came from; stored as its `source`. */
export const leadSources = {
  course: 'Course Purchase Inquiry',
  blueprint: 'Blueprint Purchase Inquiry',
  contact: 'Contact Form Submission',
} as const;
