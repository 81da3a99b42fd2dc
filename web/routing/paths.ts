import type { Category } from '#contract/constants.ts';

/** The sections of the page about the shop, each with an address of its own. */
export type AboutSection = 'contact' | 'jobs' | 'press-kit' | 'elsewhere';

/** The path of every page. Nothing else in the web spells one. */
export const paths = {
  home: () => '/',
  login: () => '/login',
  register: () => '/register',
  forgotPassword: () => '/forgot-password',
  resetPassword: () => '/reset-password',
  verifyEmail: () => '/verify-email',
  category: (name: Category) => `/category/${name}`,
  product: (id: string) => `/products/${encodeURIComponent(id)}`,
  blog: () => '/blog',
  about: (section?: AboutSection) => (section ? `/about#${section}` : '/about'),
  dashboard: () => '/dashboard',
  myProducts: () => '/dashboard/myproduct',
  addProduct: () => '/dashboard/addproduct',
  editProduct: (id: string) => `/dashboard/myproduct/${encodeURIComponent(id)}/edit`,
  bookings: (as?: 'seller') => `/dashboard/bookings${as ? `?as=${as}` : ''}`,
  payment: (bookingId: string) => `/dashboard/payment/${encodeURIComponent(bookingId)}`,
  wishlist: () => '/dashboard/wishlist',
  returns: () => '/dashboard/returns',
  allSellers: () => '/dashboard/allseller',
  allBuyers: () => '/dashboard/allbuyer',
  audit: () => '/dashboard/audit',
  profile: () => '/dashboard/profile',
} as const;

/** The same as the router matches them. */
export const patterns = {
  home: '/',
  login: '/login',
  register: '/register',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  verifyEmail: '/verify-email',
  category: '/category/:name',
  product: '/products/:id',
  blog: '/blog',
  about: '/about',
  dashboard: '/dashboard',
  myProducts: '/dashboard/myproduct',
  addProduct: '/dashboard/addproduct',
  editProduct: '/dashboard/myproduct/:id/edit',
  bookings: '/dashboard/bookings',
  payment: '/dashboard/payment/:id',
  wishlist: '/dashboard/wishlist',
  returns: '/dashboard/returns',
  allSellers: '/dashboard/allseller',
  allBuyers: '/dashboard/allbuyer',
  audit: '/dashboard/audit',
  profile: '/dashboard/profile',
  anythingElse: '*',
} as const;

/** Where the calls live. A client of the specification sets this and nothing else. */
export const apiBase = '/api';
