/** Imports a module from a real file. The main script of a single file can import only modules of Node.js. */
module.exports = (url) => import(url);
