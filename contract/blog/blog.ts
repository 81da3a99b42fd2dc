import { z } from 'zod';
import { defineCall } from '#contract/call.ts';
import { languageOfReply } from '#contract/instruments/instrument-calls.ts';

/** A post of the shop's blog in a list: a Markdown file in the folder `blog` beside `shop.json`. */
export const blogPostInList = z.object({
  name: z.string().describe('The end of its address: `/blog/{name}`'),
  title: z.string(),
  date: z.iso.date().describe('The day from which it is shown'),
  lang: z.string().describe('The language that it is written in'),
  description: z.string().describe('One or two sentences'),
  picture: z
    .object({ address: z.string(), width: z.int(), height: z.int(), alt: z.string() })
    .optional()
    .describe('The picture of its head, with what it shows; empty where it only decorates'),
});
export type BlogPostInList = z.infer<typeof blogPostInList>;

export const blogPostContent = blogPostInList.extend({
  html: z.string().describe('Markup without scripts, frames and styles'),
});
export type BlogPostContent = z.infer<typeof blogPostContent>;

/** More are refused at the start, so that the list needs no pages. */
export const maxBlogPosts = 200;

const inLanguage = z.strictObject({ language: languageOfReply });

export const listBlogPosts = defineCall({
  method: 'GET',
  path: '/blog',
  who: 'everybody',
  summary: 'List the posts of the shop’s blog, newest first',
  query: inLanguage,
  status: 200,
  reply: z.array(blogPostInList),
  problems: ['bad-input'],
});

export const readBlogPost = defineCall({
  method: 'GET',
  path: '/blog/{name}',
  who: 'everybody',
  summary: 'Read a post of the shop’s blog',
  params: z.strictObject({ name: z.string().max(80).describe('The end of its address') }),
  query: inLanguage,
  status: 200,
  reply: blogPostContent,
  problems: ['bad-input', 'not-found'],
});
