import { transformAsync } from '@babel/core';
import macro from '@lingui/babel-plugin-lingui-macro';
import linguiConfig from '../../lingui.config.mjs';

const plugin = /** @type {import('@babel/core').PluginTarget} */ (/** @type {unknown} */ (macro));

/**
 * A Vite plugin that replaces `t`, `msg`, `plural` and `<Trans>` by calls of Lingui.
 * @param {{ isEnglishLeftOut?: boolean }} [options] the browser's scripts get their texts beside them (`localise.mjs`)
 * @returns {import('vite').PluginOption}
 */
export function lingui({ isEnglishLeftOut = false } = {}) {
  return {
    name: 'lingui',
    enforce: 'pre',
    transform: {
      filter: {
        id: /\/(contract|server|web)\/.*\.tsx?$/,
        code: /from '(#contract\/text\.ts|\.\/text\.ts|@lingui\/react\/macro)'/,
      },
      async handler(code, id) {
        const [filename = id] = id.split('?');
        const result = await transformAsync(code, {
          filename,
          babelrc: false,
          configFile: false,
          sourceMaps: true,
          retainLines: true,
          parserOpts: { plugins: /\.tsx$/.test(filename) ? ['typescript', 'jsx'] : ['typescript'] },
          plugins: [[plugin, { linguiConfig, stripMessageField: isEnglishLeftOut }]],
        });
        return result?.code ? { code: result.code, map: result.map ?? null } : null;
      },
    },
  };
}
