/** In the place of d3-color: React Flow moves by transitions of d3, and none of them is of a color. */

function none(): null {
  return null;
}

export { none as color, none as cubehelix, none as hcl, none as hsl, none as lab, none as rgb };
