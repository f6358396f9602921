"""Residual networks in two and three dimensions."""
from tvm import relay
from tvm.relay.testing import layers

_DEEP = {18: [2, 2, 2, 2], 34: [3, 4, 6, 3], 50: [3, 4, 6, 3], 101: [3, 4, 23, 3], 152: [3, 8, 36, 3], 200: [3, 24, 36, 3], 269: [3, 30, 48, 8]}


def _plan(num_layers, height):
    """The units, filters and shape of units of a network."""
    unknown = ValueError(f"no experiments done on num_layers {num_layers}")
    if height > 28:
        if num_layers not in _DEEP:
            raise unknown
        is_deep = num_layers >= 50
        return _DEEP[num_layers], [64, 256, 512, 1024, 2048] if is_deep else [64, 64, 128, 256, 512], is_deep
    is_deep = num_layers >= 164
    length = 9 if is_deep else 6
    if (num_layers - 2) % length:
        raise unknown
    return [(num_layers - 2) // length] * 3, [16, 64, 128, 256] if is_deep else [16, 16, 32, 64], is_deep


class _Family:
    """The functions of a module, for a number of dimensions."""

    def __init__(self, dims):
        self.dims = dims
        self.conv = layers.conv2d if dims == 2 else layers.conv3d

    def each(self, size):
        return (size,) * self.dims

    def norm(self, data, name, layout, **options):
        # Only in two dimensions does the axis follow the layout.
        axis = {"axis": layout.index("C")} if self.dims == 2 else {}
        return layers.batch_norm_infer(data=data, epsilon=2e-5, name=name, **axis, **options)

    def unit(self, data, num_filter, stride, dim_match, name, bottle_neck, **layouts):
        layout, narrow = layouts["data_layout"], int(num_filter * 0.25)
        steps = [(narrow, 1, stride), (narrow, 3, self.each(1)), (num_filter, 1, self.each(1))]
        if not bottle_neck:
            steps = [(num_filter, 3, stride), (num_filter, 3, self.each(1))]
        body, first = data, None
        for i, (channels, size, strides) in enumerate(steps, 1):
            body = relay.nn.relu(self.norm(body, f"{name}_bn{i}", layout))
            first = first or body
            sizes = dict(kernel_size=self.each(size), strides=strides, padding=self.each(size // 2))
            body = self.conv(body, channels=channels, name=f"{name}_conv{i}", **sizes, **layouts)
        if dim_match:
            return relay.add(body, data)
        short = self.conv(first, channels=num_filter, kernel_size=self.each(1), strides=stride, name=f"{name}_sc", **layouts)
        return relay.add(body, short)

    def network(self, units, num_stages, filter_list, num_classes, data_shape, bottle_neck, height, layouts, dtype):
        layout, is_flat = layouts["data_layout"], self.dims == 2
        assert len(units) == num_stages
        body = self.norm(relay.var("data", shape=data_shape, dtype=dtype), "bn_data", layout, scale=False)
        if height <= 32:
            sizes = dict(kernel_size=self.each(3), strides=self.each(1), padding=self.each(1))
        elif is_flat:
            sizes = dict(kernel_size=(7, 7), strides=(2, 2), padding=(3, 3))
        else:
            sizes = dict(kernel_size=(3, 7, 7), strides=(1, 2, 2), padding=(1, 3, 3))
        body = self.conv(body, channels=filter_list[0], name="conv0", **sizes, **layouts)
        if height > 32:
            body = relay.nn.relu(self.norm(body, "bn0", layout))
        if height > 32 and is_flat:
            body = relay.nn.max_pool2d(body, pool_size=(3, 3), strides=(2, 2), padding=(1, 1), layout=layout)
        for i in range(num_stages):
            for j in range(max(1, units[i])):
                stride = self.each(2 if i and not j else 1)
                body = self.unit(body, filter_list[i + 1], stride, j > 0, f"stage{i + 1}_unit{j + 1}", bottle_neck, **layouts)
        body = relay.nn.relu(self.norm(body, "bn1", layout))
        pool = relay.nn.global_avg_pool2d if is_flat else relay.nn.global_avg_pool3d
        flat = relay.nn.batch_flatten(pool(body, layout=layout))
        net = relay.nn.softmax(layers.dense_add_bias(flat, units=num_classes, name="fc1"))
        return relay.Function(relay.analysis.free_vars(net), net)
