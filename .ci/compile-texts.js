/** Compiles the texts of the console during the build, so that the browser needs no message parser. */
import { compileMessage } from '@lingui/message-utils/compileMessage';

/** A Vite plugin for the catalogues in `texts/`, which converts the variables and plurals of each text to a tree. */
export const compiledTexts = () => ({
  name: 'compiled-texts',
  enforce: 'pre',
  transform(code, id) {
    if (!/\/texts\/\w+\.json$/.test(id)) return undefined;
    const texts = Object.entries(JSON.parse(code)).map(([key, text]) => [key, compileMessage(text)]);
    return { code: JSON.stringify(Object.fromEntries(texts)), map: null };
  },
});
