/** The passes that insert a `stop_fusion`, for answers about one of a text and for the guide. */
export const stopFusionSource =
  "Quantization inserts it before partitioning begins. `QuantizePartition` inserts it at the end of each section, which is a convolution with the operators that follow it up to the next one, to a residual addition or to the result. `QuantizeRealize` inserts it at additions and concatenations, on an argument that is quantized right before. `AnnotateTarget` inserts none.";
