/** swc's options for this project, for both the build and jest. */
export const compilerOptions = (moduleType, sourceMaps) => ({
  jsc: {
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true },
    target: 'es2022',
    keepClassNames: true,
    // Without comments, except legal ones: V8 holds the text of each loaded module.
    minify: { compress: false, mangle: false, format: { comments: 'some' } },
  },
  minify: false,
  module: { type: moduleType },
  sourceMaps,
  swcrc: false,
});
