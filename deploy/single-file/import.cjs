/** Imports a module from a real file: the main script of a single file may import modules of Node.js only. */
module.exports = (url) => import(url);
