import type { Category } from '#contract/constants.ts';

/** The path of every page. Nothing else in the web spells one. */
export const paths = {
  home: () => '/',
  login: () => '/login',
  register: () => '/register',
  category: (name: Category) => `/category/${name}`,
  product: (id: string) => `/products/${encodeURIComponent(id)}`,
  blog: () => '/blog',
  dashboard: () => '/dashboard',
} as const;

/** The same as the router matches them. */
export const patterns = {
  home: '/',
  login: '/login',
  register: '/register',
  category: '/category/:name',
  product: '/products/:id',
  blog: '/blog',
  anythingElse: '*',
} as const;

/** Where the calls live. A client of the specification sets this and nothing else. */
export const apiBase = '/api';
