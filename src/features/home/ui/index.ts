export { AboutSection } from './about-section.tsx';
export { Hero } from './hero.tsx';
export { MentorLine } from './mentor-line.tsx';
export { QuestionsSection } from './questions-section.tsx';
export { ServicesSection } from './services-section.tsx';
export { StepsSection } from './steps-section.tsx';
export { TestimonialsSection } from './testimonials-section.tsx';
