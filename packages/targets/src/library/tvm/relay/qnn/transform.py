"""Passes on quantized operators."""
from tvm import relay


def CanonicalizeOps():
    return relay.transform.Legalize("FTVMQnnCanonicalize")


def Legalize():
    return relay.transform.Legalize("FTVMQnnLegalize")
