export const founderPicture = {
  src: '/pictures/founder.svg',
  alt: 'Portrait of the founder',
  width: 800,
  height: 1000,
} as const;
export const testimonialPictures = [
  { src: '/pictures/testimonials/01.svg', alt: 'Testimonial 1', width: 540, height: 960 },
  { src: '/pictures/testimonials/02.svg', alt: 'Testimonial 2', width: 540, height: 960 },
  { src: '/pictures/testimonials/03.svg', alt: 'Testimonial 3', width: 540, height: 960 },
  { src: '/pictures/testimonials/04.svg', alt: 'Testimonial 4', width: 540, height: 960 },
  { src: '/pictures/testimonials/05.svg', alt: 'Testimonial 5', width: 540, height: 960 },
  { src: '/pictures/testimonials/06.svg', alt: 'Testimonial 6', width: 540, height: 960 },
  { src: '/pictures/testimonials/07.svg', alt: 'Testimonial 7', width: 540, height: 960 },
  { src: '/pictures/testimonials/08.svg', alt: 'Testimonial 8', width: 540, height: 960 },
  { src: '/pictures/testimonials/09.svg', alt: 'Testimonial 9', width: 540, height: 960 },
  { src: '/pictures/testimonials/10.svg', alt: 'Testimonial 10', width: 540, height: 960 },
  { src: '/pictures/testimonials/11.svg', alt: 'Testimonial 11', width: 540, height: 960 },
  { src: '/pictures/testimonials/12.svg', alt: 'Testimonial 12', width: 540, height: 960 },
  { src: '/pictures/testimonials/13.svg', alt: 'Testimonial 13', width: 540, height: 960 },
] as const;
